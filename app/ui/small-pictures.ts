import { createContext } from "react";

/**
 * True if every picture is requested in its smallest version: in Lite mode and on a slow connection
 * (docs/architecture.md#slow-phones).
 */
export const SmallPictures = createContext(false);
