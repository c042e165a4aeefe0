import { data } from 'react-router'
import { BareFrame } from '#app/features/frame/bare-frame.tsx'
import { qrCodeOf } from '#app/features/qr/qr-code.server.ts'
import { handOverMaps } from '#app/features/reservation/hand-over-maps.server.ts'
import { phaseOf } from '#app/features/reservation/phase.ts'
import { PhaseNote } from '#app/features/reservation/phase-note.tsx'
import { voucherAt } from '#app/features/reservation/voucher.server.ts'
import { formatInstant } from '#app/i18n/format/dates.ts'
import { pathIn } from '#app/i18n/language.ts'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { Icon } from '#app/ui/brand/icon.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { decoration } from '#app/web/page/decoration.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { Details } from '../details.tsx'
import { PassCard } from '../pass-card.tsx'
import type { Route } from './+types/trip-pack'

export const handle: PageHandle = {
  areas: ['voucher', 'refunds', 'vehicle', 'map', 'offline'],
  noJs: true,
  private: true,
  noIndex: true,
  ownFrame: true,
}

const KEPT_AFTER_DAYS = 7

/**
 * A reservation as the site's worker keeps it (`features/offline`): small, with nothing in it that must be fetched but its map and its
 * calendar file, which the `Link` header names; `Expires` says until when it is of use.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { language, origin, config } = context.get(siteContext)
  const voucher = await voucherAt(context, params.id)
  const phase = phaseOf(voucher)
  const t = textFor(language, 'voucher')
  const path = pathIn(language, `/voucher/${voucher.id}`)
  const maps = phase === 'ended' ? [] : handOverMaps(context, voucher, 'message')
  const page = {
    meta: {
      title: t(phase === 'valid' ? 'meta.title' : 'meta.reservation', { number: numberIn(language, voucher.number) }),
      description: t('meta.description'),
    },
    ...{ voucher, phase, maps, path },
    brand: config.brand.name[language],
    savedAt: new Date().toISOString(),
    printed:
      phase === 'valid'
        ? {
            qr: qrCodeOf(origin + pathIn(language, `/voucher/${voucher.share_id}`)),
            bring: await thingsToBring(context),
          }
        : null,
  }
  const files = [...(phase === 'valid' ? [`${path}/calendar.ics`] : []), ...maps.map(({ source }) => source.src)]
  const end = new Date(voucher.end_at)
  end.setUTCDate(end.getUTCDate() + KEPT_AFTER_DAYS)
  const headers = { link: files.map((file) => `<${file}>; rel="item"`).join(', '), expires: end.toUTCString() }
  return data(page, { headers })
}

async function thingsToBring(context: Route.LoaderArgs['context']) {
  const { results } = await decoration(context, 'bring', apiOf(context).reservations.voucherDescription(), {
    results: [],
  })
  return results
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export default function TripPack({ loaderData }: Route.ComponentProps) {
  const { voucher, phase, maps, path, brand, savedAt, printed } = loaderData
  const t = useText('offline')
  const words = useText('voucher')
  const { language } = useLanguage()
  const { city } = voucher
  const time = formatInstant(new Date(savedAt), city.zone, language, 'weekday')
  return (
    <BareFrame>
      <main id="main" tabIndex={-1}>
        <div className="wrap pass-page stack py-4">
          <h1>{printed ? words('title') : words('reservation', { number: numberIn(language, voucher.number) })}</h1>
          <Note>
            <p>{t('saved', { time: words('cityTime', { time, city: city.name }) })}</p>
          </Note>
          <div className="row row-s">
            {printed && (
              <a className="btn" href={`${path}/calendar.ics`}>
                <Icon name="calendar" />
                {words('calendar')}
              </a>
            )}
            <a className="btn" href={path}>
              {t('current')}
            </a>
          </div>
          {printed ? (
            <PassCard {...{ voucher, brand, maps }} {...printed} isCopy />
          ) : (
            <>
              <PhaseNote voucher={voucher} phase={phase} />
              <Details {...{ voucher, maps }} isCopy />
            </>
          )}
        </div>
      </main>
    </BareFrame>
  )
}
