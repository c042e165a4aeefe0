import type { ReactNode } from 'react'
import { useOutletContext } from 'react-router'
import { useText } from '#app/i18n/text/text.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import type { FormReply } from '#app/ui/form/form.tsx'
import { Note } from '#app/ui/page/note.tsx'
import type { DeskFrame } from '../shell/desk-frame.ts'
import { WhomToAsk } from '../shell/refused-page.tsx'
import { Preview } from './preview.tsx'
import type { loadPrices } from './prices.server.ts'
import { RulesForm } from './rules-form.tsx'
import { Seasons } from './seasons.tsx'
import { TiersForm } from './tiers-form.tsx'
import '../../../../styles/company-desk.css'

export type PricesData = Awaited<ReturnType<typeof loadPrices>>

/** All forms about prices, for owners; other members see the values, and neither buttons nor the form of a season. */
export function PricesPage({
  title,
  path,
  reply,
  children,
  ...data
}: PricesData & { title: string; path: string; reply?: FormReply; children?: ReactNode }) {
  const t = useText('prices')
  const { role, owners } = useOutletContext<DeskFrame>()
  const isOwner = role === 'OWNER' || role === null
  const sent = reply?.initialValue?.intent
  const replyTo = (intent: string) => (sent === intent ? reply : undefined)
  const { settings, season, today } = data
  return (
    <>
      <DeskHead title={title} text={settings.vehicle ? t('kept') : t('rules.company')}>
        {children}
      </DeskHead>
      <div className="stack">
        {!isOwner && (
          <Note>
            <p>{t('readOnly')}</p>
            <WhomToAsk owners={owners} />
          </Note>
        )}
        <fieldset className="stack bare" disabled={!isOwner}>
          {settings.vehicle && (
            <TiersForm
              vehicle={settings.vehicle}
              currency={settings.currency}
              mayChange={isOwner}
              reply={replyTo('tiers')}
            />
          )}
          <RulesForm settings={settings} mayChange={isOwner} reply={replyTo('rules')} />
          <Seasons
            settings={settings}
            path={path}
            season={season}
            today={today}
            mayChange={isOwner}
            reply={replyTo('season')}
          />
        </fieldset>
        <Preview {...data} path={path} />
      </div>
    </>
  )
}
