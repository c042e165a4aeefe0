import { z } from 'zod'
import { COOKIES, writeCookie } from './cookie/cookies.ts'
import { decrypt, encrypt } from './cookie/encrypted-value.ts'

const Resume = z.object({
  /** Path and query, with the language, to which the form was sent. */
  path: z.string(),
  fields: z.array(z.tuple([z.string(), z.string()])),
  /** Whose session had ended; nobody else may see the fields. */
  phone: z.string().optional(),
})
/** A form that was submitted after the session had ended, kept to be sent again. */
export type Resume = z.infer<typeof Resume>

const Draft = Resume.omit({ phone: true })
/** A form that is shown again with everything typed at an address, in any language and currency. */
export type Draft = z.infer<typeof Draft>

const SECONDS = 30 * 60
/** Browsers store at least 4096 bytes per cookie, name and attributes included. */
const LONGEST_VALUE = 3900

/**
 * The `Set-Cookie` value that keeps a form for half an hour, encrypted: after signing in, `/login?step=resume` offers
 * to send it again. Undefined where it is too long (some 7,000 characters of prose). A cookie and not a hidden field,
 * because it must survive the redirect to the sign-in page. Source: *ours*, §4.
 */
export function resumeCookie(resume: Resume, { secret, origin }: { secret: string; origin: string }) {
  return formCookie('resume', resume, { secret, origin })
}

/**
 * The `Set-Cookie` value that keeps a form for the page that its answer redirects to; undefined where it is too long.
 * Source: *ours*.
 */
export function draftCookie(draft: Draft, { secret, origin }: { secret: string; origin: string }) {
  return formCookie('draft', draft, { secret, origin })
}

function formCookie(name: 'resume' | 'draft', form: object, { secret, origin }: { secret: string; origin: string }) {
  const value = encrypt(form, { secret, use: name })
  return value.length > LONGEST_VALUE ? undefined : writeCookie(COOKIES[name], value, { origin, seconds: SECONDS })
}

/** A `Set-Cookie` value that removes the kept form of an address. */
export function endDraftCookie(origin: string): string {
  return writeCookie(COOKIES.draft, '', { origin, seconds: 0 })
}

/** The kept form of this browser for an address. */
export function readDraft(
  cookies: ReadonlyMap<string, string>,
  { secret, path }: { secret: string; path: string },
): Draft | undefined {
  if (!cookies.has(COOKIES.draft)) return undefined
  const kept = Draft.safeParse(decrypt(cookies.get(COOKIES.draft), { secret, use: 'draft' })).data
  return kept?.path === path ? kept : undefined
}

/** A `Set-Cookie` value that removes the kept form of a person who had to sign in. */
export function endResumeCookie(origin: string): string {
  return writeCookie(COOKIES.resume, '', { origin, seconds: 0 })
}

/** The kept form of a person; undefined where there is none, or where it is somebody else's. */
export function readResume(
  cookies: ReadonlyMap<string, string>,
  { secret, phone }: { secret: string; phone: string },
): Resume | undefined {
  if (!cookies.has(COOKIES.resume)) return undefined
  const kept = Resume.safeParse(decrypt(cookies.get(COOKIES.resume), { secret, use: 'resume' })).data
  return kept && (kept.phone === undefined || kept.phone === phone) ? kept : undefined
}
