type Props = {
  count: number;
  /** `four`: four columns on wide screens, like the cards that they replace. */
  className?: string;
};

/** Placeholders of gig cards while they load (docs/specification.md#listing-states). For `WhileLoading`. */
export function GigSkeletons({ count, className = "" }: Props) {
  return (
    <div className={`cards ${className}`.trim()}>
      {Array.from({ length: count }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div className="card" key={i}>
          <div className="ph sk" />
          <p className="sk" />
          <p className="who sk" />
          <p className="foot sk" />
        </div>
      ))}
    </div>
  );
}
