import type { RouterContextProvider } from 'react-router'
import { Notifications, ProfileUpdate } from '#app/contract/account/account.ts'
import { clockOf } from '#app/features/account/clock.server.ts'
import { countryIn, countryOf } from '#app/i18n/format/country.ts'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { NotificationsForm } from '#app/routes/profile/notifications/notifications-form.tsx'
import { formatPhone } from '#app/rules/identity/phone.ts'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { decoration } from '#app/web/page/decoration.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { personOf } from '#app/web/session/cookie/session-cookie.ts'
import { changeProfile, ownProfile } from '#app/web/session/own-profile.server.ts'
import { rememberPerson } from '#app/web/session/visit.ts'
import type { Route } from './+types/info'
import { AvatarCard } from './avatar-card.tsx'
import { ContactCard } from './contact-card.tsx'
import { Devices } from './devices.tsx'
import { FactorCard } from './factor-card.tsx'
import { OwnData } from './own-data.tsx'
import { PersonalForm } from './personal-form.tsx'

const PATH = '/profile/profile'

export const handle: PageHandle = { areas: ['info', 'identity'] }

export async function loader({ context }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const api = apiOf(context)
  const [profile, { results }, factor, followed] = await Promise.all([
    ownProfile(context),
    decoration(context, 'sessions', api.account.sessions(), { results: [] }),
    api.account.factor(),
    decoration(context, 'topics', api.notifications.topics(), null),
  ])
  const t = textOf(context)
  const sessions = results.map(({ id, device, used_at, current }) => ({
    id,
    device: device || t('devices.unknown'),
    used: clockOf(used_at, language),
    current,
  }))
  const phone = localDigits(formatPhone(profile.country_code + profile.phone), language)
  const country = profile.country && countryIn(language, profile.country)
  const meta = { title: t('title'), description: t('description') }
  return {
    meta,
    profile: { ...profile, country },
    phone,
    sessions,
    factorIsOn: factor.on_since !== null,
    hasTopics: Boolean(followed?.topics.length),
  }
}

/** Fields of the personal form; phone and e-mail have a page of their own, because they need a code. */
const PersonalInfo = ProfileUpdate.pick({
  fullname: true,
  username: true,
  national_id: true,
  date_of_birth: true,
  country: true,
  city: true,
  address: true,
  zip_code: true,
})

export async function action({ context, request }: Route.ActionArgs) {
  const fields = await request.formData()
  switch (fields.get('intent')) {
    case 'notifications':
      return saveNotifications(context, fields)
    case 'end':
      return endDevice(context, fields)
    default:
      return savePersonal(context, fields)
  }
}

export default function Info({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText('info')
  const { profile, phone, sessions, factorIsOn, hasTopics } = loaderData
  return (
    <>
      <h1>{t('title')}</h1>
      <AvatarCard picture={profile.avatar_id} />
      <PersonalForm profile={profile} reply={actionData?.form} />
      <ContactCard phone={phone} email={profile.email} />
      <NotificationsForm chosen={profile.notifications} hasTopics={hasTopics} />
      <Devices sessions={sessions} />
      <FactorCard isOn={factorIsOn} />
      <OwnData />
    </>
  )
}

type Context = Readonly<RouterContextProvider>

const textOf = (context: Context) => textFor(context.get(siteContext).language, 'info')

async function savePersonal(context: Context, fields: FormData) {
  // A box that was emptied erases; one that the form did not have stays as it is.
  const has = (name: string) => fields.has(name) || fields.has(`${name}.day`)
  const emptied = Object.keys(PersonalInfo.shape)
    .filter(has)
    .map((name) => [name, null] as const)
  return answerForm({ context, request: fields }, PersonalInfo, async ({ country, ...info }) => {
    const given = Object.entries({ ...info, country: country && countryOf(country) }).filter(
      ([, value]) => value !== undefined,
    )
    const profile = await changeProfile(context, Object.fromEntries([...emptied, ...given]))
    rememberPerson(context, personOf(profile))
    return { to: PATH, said: textOf(context)('personal.saved') }
  })
}

async function saveNotifications(context: Context, fields: FormData) {
  const names = Notifications.keyof().options
  const notifications = Object.fromEntries(names.map((name) => [name, fields.get(name) === 'on']))
  await changeProfile(context, { notifications })
  return goOn(context, PATH, textOf(context)('notifications.saved'))
}

async function endDevice(context: Context, fields: FormData) {
  await apiOf(context).account.endSession({ id: String(fields.get('id')) })
  return goOn(context, PATH, textOf(context)('devices.ended'))
}
