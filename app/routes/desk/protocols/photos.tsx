import { ComparedPhotos } from '#app/features/protocol/compared-photos.tsx'
import { numberIn } from '#app/i18n/text/ltr-text.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { deskReservation } from '#app/routes/desk/reservations/own.server.ts'
import { ReservationHead } from '#app/routes/desk/reservations/reservation-head.tsx'
import { siteContext } from '#app/web/page/context.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/photos'

export const handle: PageHandle = { areas: ['protocol'] }

export async function loader({ context, params }: Route.LoaderArgs) {
  const { language } = context.get(siteContext)
  const one = await deskReservation(context, params.id)
  const title = textFor(language, 'protocol')('compare.title')
  return { meta: { title: `${title} · ${numberIn(language, one.number)}` }, one }
}

/** The photos of a rental before and after it. */
export default function DeskPhotos({ loaderData: { one } }: Route.ComponentProps) {
  const t = useText('protocol')
  return (
    <>
      <ReservationHead reservation={one} crumb={t('compare.title')} title={t('compare.title')} />
      <ComparedPhotos protocols={one.protocols} reservation={one.id} zone={one.city.zone} />
    </>
  )
}
