import { data } from 'react-router'
import { useText } from '#app/i18n/text/text.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { notFound } from '#app/web/page/answers.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/whatsapp'

export const handle: PageHandle = {
  title: 'contact/whatsapp.title',
  description: 'contact/description',
  areas: ['contact'],
  noJs: true,
  noIndex: true,
  query: ['contact'],
}

/** A `Refresh` header, because the policy for forms allows redirects to banks only (quality.md, "Safe"). */
export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

/** Leads on to WhatsApp, only to our own numbers. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { results } = await apiOf(context).site.contactData()
  const numbers = results.filter(({ type, phone }) => type === 'WHATS_APP' && phone)
  const named = numbers.find(({ id }) => String(id) === url.searchParams.get('contact')) ?? numbers[0]
  if (!named?.phone) throw notFound()
  const address = `https://wa.me/${named.phone.replace(/\D/g, '')}`
  return data({ address }, { headers: { refresh: `0; url=${address}`, 'cache-control': 'private, no-store' } })
}

/** Shown for a moment, or for longer if nothing opens by itself. */
export default function WhatsAppPage({ loaderData: { address } }: Route.ComponentProps) {
  const t = useText('contact')
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap narrow stack py-6">
        <h1>{t('whatsapp.title')}</h1>
        <p>{t('whatsapp.text')}</p>
        <a className="btn btn-go self-start" href={address} rel="noreferrer">
          {t('whatsapp.open')}
        </a>
      </div>
    </main>
  )
}
