import { Icon } from "#app/ui/icon.tsx";

/** spec.md section 2, header, signed out. */
export function CreditPill() {
  return (
    <p className="pill">
      <Icon name="gift" />
      New users get $10 credit!
    </p>
  );
}
