import { Avatar } from "#app/profiles/avatar.tsx";
import type { Person } from "#app/profiles/profile.ts";
import { Icon } from "#app/ui/icon.tsx";
import { pictureTypes } from "#app/uploads/picture.ts";

/** The current picture, a file field that replaces it, and a checkbox that removes it. */
export function ProfilePictureField({ profile, error }: { profile: Person; error?: string[] }) {
  return (
    <div className="row picture-field">
      <Avatar profile={profile} size={96} />
      <div>
        <div className="field">
          <label htmlFor="avatar">Picture</label>
          <span className="hint" id="avatar-h">
            JPEG, PNG, WebP or AVIF, at most 5 MB. We crop it to a circle.
          </span>
          <input
            className="in"
            id="avatar"
            name="avatar"
            type="file"
            accept={pictureTypes}
            aria-describedby={error ? "avatar-e avatar-h" : "avatar-h"}
            aria-invalid={error ? true : undefined}
          />
          {error ? (
            <p className="err" id="avatar-e">
              <Icon name="alert" />
              {error[0]}
            </p>
          ) : null}
        </div>
        {profile.avatarUrl ? (
          <label className="pick">
            <input type="checkbox" name="removeAvatar" value="1" />
            Remove my picture
          </label>
        ) : null}
      </div>
    </div>
  );
}
