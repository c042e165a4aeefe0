import type { Deps } from '#app/api/call/context.ts'

/** A person's picture in answers: its address in the API, and its id for the site's own addresses. */
export function shownAvatar({ settings }: Pick<Deps, 'settings'>, id: string | null) {
  return { avatar: id && `${settings.apiOrigin}/api/users/avatars/${id}/`, avatar_id: id }
}
