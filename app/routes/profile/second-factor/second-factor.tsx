import { data, type RouterContextProvider, redirect } from 'react-router'
import { z } from 'zod'
import { TimeCode } from '#app/contract/account/second-factor.ts'
import { PublicId } from '#app/contract/shapes/shapes.ts'
import { clockOf } from '#app/features/account/clock.server.ts'
import { qrCodeOf } from '#app/features/qr/qr-code.server.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { SECURITY_KEYS } from '#app/rules/constants.ts'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { type FormReply, formPage, NoFields, parseForm } from '#app/web/page/forms.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/second-factor'
import { Keys } from './keys.tsx'
import { codesCookie } from './recovery-cookie.server.ts'
import { SetUp } from './set-up.tsx'
import { BeginForm, FactorIsOn } from './states.tsx'

const PATH = '/profile/second-factor'

export const handle: PageHandle = {
  title: 'factor/title',
  description: 'factor/description',
  areas: ['factor'],
  eager: true,
  query: [],
}

export async function loader({ context }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const { on_since, required, recovery_codes_left, keys, setup } = await apiOf(context).account.factor()
  return {
    required,
    on: on_since ? { since: clockOf(on_since, language), codesLeft: recovery_codes_left } : null,
    keys: keys.map(({ id, name, created_at, used_at }) => ({
      ...{ id, name, added: clockOf(created_at, language) },
      used: used_at && clockOf(used_at, language),
    })),
    setup: setup && { ...setup, qr: qrCodeOf(setup.address) },
  }
}

type Context = Readonly<RouterContextProvider>
type Answer = { form: FormReply }

export async function action({ context, request }: Route.ActionArgs) {
  const fields = await request.formData()
  switch (fields.get('intent')) {
    case 'begin':
      return change(context, fields, async (account) => {
        await account.beginFactor()
        return redirect(PATH, 303)
      })
    case 'renew':
      return change(context, fields, async (account) => showCodes(context, await account.renewRecoveryCodes()))
    case 'removeKey':
      return removeKey(context, fields)
    case 'end':
      return change(context, fields, async (account) => {
        await account.endFactor()
        return goOn(context, PATH, textFor(context.get(siteContext).language, 'factor')('ended'))
      })
    default:
      return confirm(context, fields)
  }
}

type Account = ReturnType<typeof apiOf>['account']

function change(context: Context, fields: FormData, act: (account: Account) => Promise<Response>) {
  return answerForm({ context, request: fields }, NoFields, () => act(apiOf(context).account))
}

const Removed = z.object({ id: PublicId })

async function removeKey(context: Context, fields: FormData) {
  const form = await parseForm(fields, Removed, formPage(context))
  // Only of the page's own making: whatever else it is, it is no key.
  if (!form.ok) throw data(null, { status: 404 })
  await apiOf(context).account.removeKey(form.value)
  return goOn(context, PATH, textFor(context.get(siteContext).language, 'factor')('keys.removed'))
}

const FirstCode = z.object({ code: TimeCode })

function confirm(context: Context, fields: FormData) {
  return answerForm({ context, request: fields }, FirstCode, async (first) =>
    showCodes(context, await apiOf(context).account.confirmFactor(first)),
  )
}

/** The API returns the codes once; the next page shows them until they are kept. */
function showCodes(context: Context, { recovery_codes }: { recovery_codes: string[] }) {
  return redirect(`${PATH}/codes`, { status: 303, headers: { 'set-cookie': codesCookie(context, recovery_codes) } })
}

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { keys, on, required, setup } = loaderData
  const t = useText('factor')
  const reply = (actionData as Answer | undefined)?.form
  return (
    <>
      <h1>{t('title')}</h1>
      {required && !on && <Note kind="warn">{t('required')}</Note>}
      {on && <FactorIsOn {...on} mayEnd={!required} reply={reply} />}
      {on && <Keys keys={keys} mayAdd={keys.length < SECURITY_KEYS} />}
      {!on && setup && <SetUp {...setup} reply={reply} />}
      {!on && !setup && <BeginForm reply={reply} />}
    </>
  )
}
