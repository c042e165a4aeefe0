import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'

type Context = Readonly<RouterContextProvider>

const COMPANY = '/desk/company'
/** `part` says to which form of the page an error belongs. */
const Logo = z.object({ part: z.enum(['logo', 'logo_dark']), image: z.file({ error: 'required' }) })

/** Stores the logo that a form sends, or removes the present one; `part` says of which colour scheme. */
export async function changeLogo(context: Context, fields: FormData) {
  const t = textFor(context.get(siteContext).language, 'agency')
  const { settings } = apiOf(context).company
  const scheme = fields.get('part') === 'logo_dark' ? 'DARK' : 'LIGHT'
  if (fields.get('intent') === 'remove') {
    await settings.removeLogo({ scheme })
    return goOn(context, COMPANY, t('logo.removed'))
  }
  const save = async ({ image }: z.output<typeof Logo>) => {
    await settings.setLogo({ scheme, image })
    return { to: COMPANY, said: t('logo.saved') }
  }
  return answerForm({ context, request: fields }, Logo, save, {
    at: { TOO_MANY_REQUESTS: { image: ['too_many_requests'] } },
  })
}
