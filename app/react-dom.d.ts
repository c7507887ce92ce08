/** React's build for Node, which its types do not declare. */
declare module "react-dom/server.node" {
  export { renderToPipeableStream } from "react-dom/server";
}
