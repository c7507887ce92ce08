import { Form, Link } from "@remix-run/react";
import { ProfileFrame } from "#app/profiles/profile-frame.tsx";

type SessionView = {
  id: string;
  device: string;
  place: string | null;
  /** `since` and `seen`: in the viewer's time zone. */
  since: string;
  seen: string;
  isThis: boolean;
};

const settings = [
  {
    to: "/profile/password",
    label: "Password",
    text: "Change it right away if someone else may know it.",
  },
  { to: "/profile/email", label: "Email address", text: "Where we send receipts and links." },
  {
    to: "/profile/factors",
    label: "Two-step verification",
    text: "A code in addition to your password, from an app or your phone.",
  },
] as const;

/** The security tab: the sign-in settings, and the browsers in which the viewer is signed in. */
export function SecurityScreen({
  secondFactor,
  factorsEnd,
  sessions,
}: {
  secondFactor: boolean;
  /** When support turns the second factors off; null: never. */
  factorsEnd: string | null;
  sessions: SessionView[];
}) {
  return (
    <ProfileFrame current="security">
      {factorsEnd === null ? null : (
        <section className="panel stack mt-6" aria-labelledby="ending">
          <h2 id="ending">Your two-step verification will be turned off</h2>
          <p>{`Our support team was asked to turn it off. This will happen after ${factorsEnd}, and will sign you out everywhere. If you didn't ask for this, stop it now.`}</p>
          <Form method="post">
            <button type="submit" className="btn go" name="intent" value="keep-factors">
              Stop this
            </button>
          </Form>
        </section>
      )}
      <section className="panel mt-6" aria-labelledby="ways">
        <h2 id="ways">Signing in</h2>
        <ul className="lines">
          {settings.map(({ to, label, text }) => (
            <li key={to} className="row between">
              <div>
                <h3>{label}</h3>
                <p className="small muted">
                  {to === "/profile/factors" && secondFactor ? "You used it when you signed in." : text}
                </p>
              </div>
              <Link className="btn" to={to}>
                Change<span className="vh">{` ${label.toLowerCase()}`}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <section className="panel mt-6" aria-labelledby="sessions">
        <h2 id="sessions">Where you're signed in</h2>
        <ul className="lines">
          {sessions.map((session) => (
            <SessionLine key={session.id} session={session} />
          ))}
        </ul>
        <Form method="post" className="row mt-5">
          {sessions.length > 1 ? (
            <button type="submit" className="btn" name="intent" value="end-others">
              Sign out everywhere else
            </button>
          ) : null}
          <button type="submit" className="btn" name="intent" value="end-all">
            Sign out everywhere
          </button>
        </Form>
      </section>
    </ProfileFrame>
  );
}

function SessionLine({ session }: { session: SessionView }) {
  const { id, device, place, since, seen, isThis } = session;
  return (
    <li className="row between">
      <div>
        <h3>
          {`${device} `}
          {isThis ? <span className="tag">This browser</span> : null}
        </h3>
        <p className="small muted">{`${place ? `${place} · ` : ""}last seen ${seen} · since ${since}`}</p>
      </div>
      <Form method="post">
        <input type="hidden" name="session" value={id} />
        <button type="submit" className="btn" name="intent" value="end">
          Sign out<span className="vh">{` ${isThis ? "this browser" : `${device}, since ${since}`}`}</span>
        </button>
      </Form>
    </li>
  );
}
