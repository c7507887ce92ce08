/** Icons of the editor only. Those of `app/ui/icon-shapes.ts` are part of every page. */
const shapes = {
  up: "M12 19V6M6.5 11 12 5.5 17.5 11",
  down: "M12 5v13M6.5 13l5.5 5.5 5.5-5.5",
  remove: "M5 7h14M9.5 7V4.5h5V7M6.5 7l.8 13h9.4l.8-13M10.2 10.5v6M13.8 10.5v6",
  add: "M12 5v14M5 12h14",
  upload: "M12 15.5V5M7.5 9 12 4.5 16.5 9M4.5 15v4.5h15V15",
  back: "M20 12H5M10.5 6l-6 6 6 6",
} as const;

/** An icon. Always put a visible or hidden text next to it. */
export function EditorIcon({ name }: { name: keyof typeof shapes }) {
  return (
    <svg className="i" viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}
