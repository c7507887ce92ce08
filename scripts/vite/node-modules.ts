/**
 * React's server build for Node names Node's modules without `node:`, and workerd has them only with it.
 * Bundlers take this as their `alias`.
 */
export const nodeModules = {
  async_hooks: "node:async_hooks",
  stream: "node:stream",
  util: "node:util",
};
