import { Fragment } from 'react'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { formatNumber } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Icon } from '#app/ui/brand/icon.tsx'
import { Card } from '#app/ui/card.tsx'
import { Chip } from '#app/ui/tag.tsx'
import type { Managed } from '../managed.server.ts'
import { EntryBody, useEntryTitle } from './entry.tsx'
import { PART_ICONS, partOf, TIMELINE_PARTS, type TimelinePart } from './parts.ts'

/** All that happened in one line of time, or one part of it. */
export function TimelineCard({ one, show }: { one: Managed; show: TimelinePart | undefined }) {
  const t = useText('managed')
  const { language } = useLanguage()
  const titleOf = useEntryTitle(one)
  const shown = one.timeline.filter((entry) => show === undefined || partOf(entry) === show)
  return (
    <Card id="timeline" title={t('timeline.title')} className="stack">
      <Parts one={one} show={show} />
      {one.timeline_more && <p className="sm soft">{t('timeline.more')}</p>}
      {shown.length === 0 && <p className="soft">{t('timeline.none')}</p>}
      <ol className="line">
        {shown.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no other name than its place
          <li key={index} className="done">
            <span className="row tight row-s">
              <Icon name={PART_ICONS[partOf(entry)]} className="mute" /> <b>{titleOf(entry)}</b>
            </span>{' '}
            <small>
              <time dateTime={entry.at}>{formatInstant(new Date(entry.at), one.city.zone, language, 'weekday')}</time>
            </small>
            <EntryBody entry={entry} one={one} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Parts({ one: { id, timeline }, show }: { one: Managed; show: TimelinePart | undefined }) {
  const t = useText('managed')
  const { language } = useLanguage()
  const counts = new Map(TIMELINE_PARTS.map((part) => [part, timeline.filter((one) => partOf(one) === part).length]))
  const address = (part?: TimelinePart) =>
    `${pathIn(language, `/operator/reservations/${id}`)}${part ? `?show=${part}` : ''}#timeline`
  const label = (name: string, n: number) => `${name} ${formatNumber(n, language)}`
  return (
    <nav className="row row-s" aria-label={t('timeline.show')}>
      <Chip href={address()} isCurrent={show === undefined}>
        {label(t('timeline.all'), timeline.length)}
      </Chip>{' '}
      {TIMELINE_PARTS.filter((part) => counts.get(part) || part === show).map((part) => (
        <Fragment key={part}>
          <Chip href={address(part)} isCurrent={part === show}>
            {label(t(`timeline.part.${part}`), counts.get(part) ?? 0)}
          </Chip>{' '}
        </Fragment>
      ))}
    </nav>
  )
}
