import { createContext } from "react";

/** True where every picture is asked for in its smallest version: in Lite and on a slow line (design.md section 6). */
export const SmallPictures = createContext(false);
