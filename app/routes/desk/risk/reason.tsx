import { formatDate, formatInstant } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { phoneIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Note } from '#app/ui/page/note.tsx'
import type { Risk } from './list.tsx'

/** What endangers a rental: who has the vehicle, until when it is needed, and whom to call. */
export function Reason({ risk: { kind, reservation, holder, needed_by, paper, block } }: { risk: Risk }) {
  const t = useText('risk')
  const { language } = useLanguage()
  const { zone } = reservation.city
  const at = (instant: string) => formatInstant(new Date(instant), zone, language, 'weekday')
  return (
    <Note kind={kind === 'EXTENSION' ? 'warn' : 'bad'}>
      {holder && kind === 'LATE' && (
        <p>
          <b>{t('late', { name: holder.fullname })}</b> {t('lateText', { due: at(holder.end_at) })}{' '}
          {needed_by && t('needed', { by: at(needed_by) })}
        </p>
      )}
      {holder && kind === 'EXTENSION' && (
        <p>
          <b>{t('asks', { name: holder.fullname, until: at(holder.wanted ?? holder.end_at) })}</b>{' '}
          {needed_by && t('needed', { by: at(needed_by) })}
        </p>
      )}
      {paper && (
        <p>
          <b>{t(`paper.${paper.kind}`, { until: formatDate(paper.until, language, 'weekday') })}</b> {t('paperText')}
        </p>
      )}
      {block && (
        <p>
          <b>{t('block', { from: at(block.start_at), to: at(block.end_at) })}</b>{' '}
          {block.note && <bdi>{block.note}</bdi>}
        </p>
      )}
      <p className="row row-s">
        {holder?.phone && (
          <a href={`tel:${holder.phone}`}>
            {t('call', { name: holder.fullname })} <span className="nowrap">{phoneIn(language, holder.phone)}</span>
          </a>
        )}
        {holder && kind === 'EXTENSION' && (
          <a href={pathIn(language, `/desk/reservations/${holder.id}/extension`)}>{t('answer')}</a>
        )}
        {paper && <a href={pathIn(language, `/desk/fleet/${reservation.ad.id}/due`)}>{t('renew')}</a>}
        {block && <a href={pathIn(language, '/desk/feeds')}>{t('feeds')}</a>}
      </p>
    </Note>
  )
}
