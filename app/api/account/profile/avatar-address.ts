import type { Deps } from '#app/api/call/context.ts'

/** A person's picture as calls answer it: where the API gives it, and its id for addresses of the site's own. */
export function shownAvatar({ settings }: Pick<Deps, 'settings'>, id: string | null) {
  return { avatar: id && `${settings.origin}/api/users/avatars/${id}/`, avatar_id: id }
}
