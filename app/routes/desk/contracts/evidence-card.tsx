import { formatInstant } from '#app/i18n/format/dates.ts'
import { LANGUAGE_NAMES } from '#app/i18n/language-names.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Card, Facts } from '#app/ui/card.tsx'
import { Note } from '#app/ui/page/note.tsx'
import type { DeskContractState } from './contract.tsx'

/** What proves who signed which text, when and from where (design/golive, screen 15). */
export function EvidenceCard({ state }: { state: DeskContractState }) {
  const t = useText('contract')
  const { language } = useLanguage()
  const at = (instant: string) => formatInstant(new Date(instant), state.reservation.zone, language, 'long')
  const isWhole = state.contracts.every(({ is_whole }) => is_whole)
  return (
    <Card id="evidence" className="stack" title={t('evidence.title')}>
      <Note kind={isWhole ? 'ok' : 'bad'}>{t(isWhole ? 'evidence.whole' : 'evidence.altered')}</Note>
      {state.contracts.map((contract) => (
        <div key={contract.id}>
          <Facts
            facts={[
              {
                key: 'number',
                label: t(contract.addendum === 0 ? 'title' : 'addendum.what'),
                value: <bdi>{numberIn(language, contract.number)}</bdi>,
              },
              {
                key: 'text',
                label: t('fact.text'),
                value: `${contract.template === null ? t('paper.default') : t('paper.version', { n: contract.template })}, ${LANGUAGE_NAMES[contract.language]}`,
              },
              { key: 'made', label: t('fact.made'), value: at(contract.made_at) },
            ]}
          />
          <p className="sm mute">{t('evidence.fingerprint')}</p>
          <p className="hashline">{contract.sha256.replace(/(.{4})(?=.)/g, '$1 ')}</p>
        </div>
      ))}
      {state.licence && (
        <Facts facts={[{ key: 'licence', label: t('fact.licence'), value: <bdi dir="ltr">{state.licence}</bdi> }]} />
      )}
      <ol className="list">
        {state.events.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events are only ever added
          <li key={index}>
            <span>
              <b>{t(`event.${event.what}`)}</b>{' '}
              <bdi>{event.by ?? t(event.side === 'CUSTOMER' ? 'evidence.customer' : 'paper.COMPANY')}</bdi>
              <br />
              <span className="xs mute">
                {at(event.at)} · <bdi dir="ltr">{event.network_address}</bdi> · <bdi dir="ltr">{event.device}</bdi>
              </span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
