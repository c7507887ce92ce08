/** The drawing of the 404 screen and similar screens. */
export function BrokenPot() {
  return (
    <svg viewBox="0 0 240 170" width="240" height="170" aria-hidden="true">
      <ellipse cx="120" cy="158" rx="104" ry="9" fill="var(--soft)" />
      <g transform="rotate(-12 90 150)">
        <path
          fill="var(--accent)"
          d="M112 40H74c2 16-34 28-34 62 0 28 18 46 32 46h36l-10-20 16-22-14-22 16-22z"
        />
        <path fill="var(--card)" d="M42 86q28 9 60 10l-2 4 4 7q-34-1-64-12z" />
      </g>
      <g transform="rotate(14 150 150)">
        <path fill="var(--teal)" d="M142 40c0-22 14-38 40-40 0 24-12 40-38 42z" />
        <path
          fill="var(--accent)"
          d="M122 40h38c-2 16 34 28 34 62 0 28-18 46-32 46h-38l-10-20 16-22-14-22 16-22z"
        />
        <path fill="var(--card)" d="M118 96q38-1 74-10l2 9q-38 12-72 12l6-4z" />
      </g>
    </svg>
  );
}
