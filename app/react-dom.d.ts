/** The build of React for Node, which its types do not name. */
declare module "react-dom/server.node" {
  export { renderToPipeableStream } from "react-dom/server";
}
