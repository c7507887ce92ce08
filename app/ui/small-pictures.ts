import { createContext } from "react";

/** True where every picture is asked for in its smallest version: in Lite and on a slow line (docs/architecture.md#slow-phones). */
export const SmallPictures = createContext(false);
