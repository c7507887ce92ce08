/** The logo: a slab and a leaf form an H, sewn together by a stitch. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <path fill="var(--accent)" d="M2 4h11v24H2z" />
      <path fill="var(--teal)" d="M30 4v24H19V15.5C19 9 23 4 30 4z" />
      <path fill="none" stroke="var(--ink)" strokeWidth="2.5" strokeDasharray="4 3" d="M7 16h19" />
    </svg>
  );
}
