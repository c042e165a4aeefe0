import { DeskNews } from '#app/features/desk/desk-news.live.tsx'
import { formatDate, formatTime } from '#app/i18n/format/dates.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { localOf } from '#app/rules/time/rental-time.ts'
import { Card } from '#app/ui/card.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { SearchBox } from '../shell/desk-bar.tsx'
import type { Route } from './+types/today'
import { FleetCard, WeekCard } from './coming.tsx'
import { LicencesCard } from './licences-card.tsx'
import { OnboardingCard } from './onboarding.tsx'
import { TaskList } from './task-list.tsx'
import { ChargesToSend, UnsentCard } from './unsent-card.tsx'
import { FreshCard, WaitingCard } from './waiting-card.tsx'

export const handle: PageHandle = { areas: ['partner', 'checkin'], eager: true }

export async function loader({ context }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const t = textFor(language, 'desk')
  const { company } = apiOf(context)
  const day = await company.reservations.today({})
  const date = formatDate(day.date, language, 'weekday')
  // Drivers see only the day's tasks.
  const { onboarding } = day.fleet ? await company.settings.onboarding({}) : { onboarding: null }
  return { meta: { title: t('today.title', { date }) }, day, onboarding }
}

/** The page's only form: a new company accepts its cancellation terms. */
export async function action({ context }: Route.ActionArgs) {
  await apiOf(context).company.settings.confirmTerms({})
  return goOn(context, '/desk', textFor(context.get(siteContext).language, 'partner')('onboarding.termsDone'))
}

export type Onboarding = Route.ComponentProps['loaderData']['onboarding']

export type Day = Route.ComponentProps['loaderData']['day']

export default function Today({ loaderData: { day, onboarding } }: Route.ComponentProps) {
  const t = useText('desk')
  const shell = useText('shell')
  const { language } = useLanguage()
  const isDriver = day.fleet === null
  return (
    <>
      <h1 className="head">{t('today.title', { date: formatDate(day.date, language, 'weekday') })}</h1>
      <div className="stack">
        {!isDriver && <SearchBox id="q" className="seek seek-l" hasScan />}
        <div className="row between">
          <p className="sm soft">
            {shell('news.asOf', { time: formatTime(localOf(new Date(day.now), day.zone).time, language) })}{' '}
            <a href={pathIn(language, '/desk')}>{shell('news.reload')}</a>
          </p>
          <DeskNews ticketPath="/desk/ticket" event="work" />
        </div>
        {onboarding && <OnboardingCard onboarding={onboarding} />}
        <Counts counts={day.counts} isDriver={isDriver} />
        <div className={isDriver ? undefined : 'duo'}>
          <Card id="plan" title={t('today.plan')} className="stack stack-2">
            <TaskList day={day} />
          </Card>
          {!isDriver && (
            <div className="stack">
              <WaitingCard waiting={day.waiting} />
              <LicencesCard licences={day.licences} />
              <ChargesToSend drafts={day.drafts} />
              <FreshCard fresh={day.fresh} />
              <UnsentCard unsent={day.unsent} zone={day.zone} />
              <WeekCard day={day} />
              <FleetCard day={day} />
            </div>
          )}
        </div>
      </div>
    </>
  )
}

function Counts({ counts, isDriver }: { counts: Day['counts']; isDriver: boolean }) {
  const t = useText('desk')
  const { language } = useLanguage()
  const tiles = [
    { key: 'late', n: counts.late, href: '#plan', kind: counts.late > 0 ? ' note-bad' : '' },
    ...(isDriver
      ? []
      : ([
          {
            key: 'atRisk',
            n: counts.at_risk,
            href: pathIn(language, '/desk/at-risk'),
            kind: counts.at_risk > 0 ? ' note-bad' : '',
          },
          { key: 'waiting', n: counts.waiting, href: '#waiting', kind: counts.waiting > 0 ? ' note-warn' : '' },
        ] as const)),
    { key: 'pickUps', n: counts.pick_ups, href: '#plan', kind: '' },
    { key: 'returns', n: counts.returns, href: '#plan', kind: '' },
  ] as const
  return (
    <ul className="tiles counts" aria-label={t('today.summary')}>
      {tiles.map(({ key, n, href, kind }) => (
        <li key={key}>
          <a className={`card tile${kind}`} href={href}>
            <b className="n">{formatNumber(n, language)}</b> {t(`today.${key}`)}
          </a>
        </li>
      ))}
    </ul>
  )
}
