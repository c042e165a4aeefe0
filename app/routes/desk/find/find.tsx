import { redirect } from 'react-router'
import { deskPathOf } from '#app/features/reservation/scanned-voucher.server.ts'
import { useText } from '#app/i18n/text/text.tsx'
import { voucherIdIn } from '#app/rules/reservation/voucher-address.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { SearchBox } from '../shell/desk-bar.tsx'
import '../../../../styles/protocol.css'
import type { Route } from './+types/find'
import { VoucherScanner } from './voucher-scanner.live.tsx'

export const handle: PageHandle = { title: 'protocol/scan.title', areas: ['protocol'], query: ['q'], eager: true }

export async function loader({ context, url }: Route.LoaderArgs) {
  const id = voucherIdIn(url.searchParams.get('q') ?? '')
  // A voucher's QR code leads to its reservation, which the page finds only for the company's staff.
  if (id) throw redirect(await deskPathOf(context, id))
  return null
}

/** Finds a reservation by what a customer says, or by scanning the voucher's QR code. */
export default function Find() {
  const t = useText('protocol')
  return (
    <>
      <h1 className="head">{t('scan.title')}</h1>
      <div className="stack">
        <SearchBox id="q" className="seek seek-l" />
        <p className="soft">{t('scan.hint')}</p>
        <VoucherScanner />
      </div>
    </>
  )
}
