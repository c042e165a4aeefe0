import { data, type RouterContextProvider, redirect } from 'react-router'
import { endPendingCookie } from '#app/features/sign-in/pending.server.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { decoration } from '#app/web/page/decoration.ts'
import { flashCookie } from '#app/web/session/cookie/cookies.ts'
import { favouritesCookie, readFavourites } from '#app/web/session/favourites.ts'
import { endSecretCookies } from '#app/web/session/personal-secrets.ts'
import { goTo, returnPath } from '#app/web/session/require-sign-in.ts'
import { endResumeCookie, readResume } from '#app/web/session/resume.ts'
import { startSession, viewerOf } from '#app/web/session/visit.ts'
import { isDialog, type SignInReply } from './steps.server.ts'
import { authenticatorFor, type Proven, SignInRefused, type Way } from './strategies.server.ts'
import { endWaitingCookie, type Waiting, waitingCookie } from './waiting-factor.server.ts'

type Context = Readonly<RouterContextProvider>

/**
 * Answers a form of the sign-in by one of the strategies: a person who has proven who they are gets a session, or is
 * redirected to the second factor; otherwise the answer has the reason.
 * @param sent `fields` are those of `request`, whose body has not been read yet
 */
export async function signInBy(
  way: Way,
  { context, request, fields }: { context: Context; request: Request; fields: FormData },
): Promise<SignInReply> {
  try {
    const proven = await authenticatorFor(context).authenticate(way, request)
    if ('session' in proven) return await enter(context, fields, proven)
    return 'waiting' in proven ? factorStep(context, fields, proven.waiting) : goBack(context, fields)
  } catch (error) {
    if (error instanceof SignInRefused) return error.reply
    throw error
  }
}

/** Signs the person in and redirects to where they wanted to go, with the form that they had typed there. */
async function enter(
  context: Context,
  fields: FormData,
  { session, fromDiscount }: Extract<Proven, { session: unknown }>,
): Promise<SignInReply> {
  const { language, origin, cookies, config } = context.get(siteContext)
  startSession(context, session)
  const headers = new Headers()
  headers.append('set-cookie', endPendingCookie(context))
  headers.append('set-cookie', endWaitingCookie(context))
  for (const ended of endSecretCookies(context)) headers.append('set-cookie', ended)
  const favourites = await decoration(context, 'favourites', mergeFavourites(context, session.access), undefined)
  if (favourites) headers.append('set-cookie', favouritesCookie(favourites, origin))
  if (fromDiscount) {
    const message = textFor(language, 'login')('discountReady')
    headers.append('set-cookie', flashCookie({ kind: 'success', message }, origin))
  }
  if (isDialog(fields)) return data({ done: true }, { headers })
  const path = returnPath(context, fields)
  const kept = readResume(cookies, { secret: config.sessionSecret, phone: session.person.phone })
  if (kept?.path === path) return redirect('/login?step=resume', { status: 303, headers })
  headers.append('set-cookie', endResumeCookie(origin))
  return goTo(context, path, headers)
}

/** Merges the browser's favourites with the account's; afterwards both have the same list. */
async function mergeFavourites(context: Context, accessToken: string): Promise<number[]> {
  const add = readFavourites(context.get(siteContext).cookies)
  const { results } = await apiOf(context, { accessToken }).account.changeFavourites({ add })
  return results.map(({ id }) => id)
}

/** The first factor was right, and the second is needed. */
function factorStep(context: Context, fields: FormData, waiting: Waiting): SignInReply {
  const headers = new Headers()
  headers.append('set-cookie', endPendingCookie(context))
  headers.append('set-cookie', waitingCookie(context, waiting))
  if (isDialog(fields)) return data({ factor: true }, { headers })
  const path = encodeURIComponent(returnPath(context, fields))
  return redirect(`/login/factor?returnUrl=${path}`, { status: 303, headers })
}

/** The second factor was proven again: redirects to the page that asked for it, with the form that was typed there. */
function goBack(context: Context, fields: FormData): Response {
  const { cookies, config } = context.get(siteContext)
  const path = returnPath(context, fields)
  const kept = readResume(cookies, { secret: config.sessionSecret, phone: viewerOf(context)?.phone ?? '' })
  return kept?.path === path ? redirect('/login?step=resume&checked=on', 303) : goTo(context, path)
}
