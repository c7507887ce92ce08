type Props<Key> = {
  /** Names the links for screen readers. */
  label: string;
  choices: readonly { key: Key; label: string }[];
  /** The key of the list that is shown. */
  current: Key | null;
  to: (key: Key) => string;
  className?: string;
};

/** Links that narrow a list, of which one is current. */
export function Chips<Key>({ label, choices, current, to, className = "chips mt-5" }: Props<Key>) {
  return (
    <nav className={className} aria-label={label}>
      {choices.map((choice) => (
        <a
          key={choice.label}
          href={to(choice.key)}
          aria-current={choice.key === current ? "true" : undefined}
        >
          {choice.label}
        </a>
      ))}
    </nav>
  );
}
