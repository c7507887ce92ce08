/** Any other path. The root's error boundary shows the 404 screen (docs/specification.md#error-screens). */
export function loader(): never {
  throw new Response(null, { status: 404 });
}

export function action(): never {
  throw new Response(null, { status: 404 });
}

export default function NotFound() {
  return null;
}
