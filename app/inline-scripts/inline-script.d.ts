/** A script file as the text that goes into a page (scripts/vite/inline-scripts.ts). */
declare module "*?inline-script" {
  const text: string;
  export default text;
}
