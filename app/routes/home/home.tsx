import { useText } from '#app/i18n/text.tsx'
import { textFor } from '#app/i18n/texts.server.ts'
import { siteContext } from '#app/web/context.ts'
import type { PageHandle } from '#app/web/page-handle.ts'
import { pageMeta } from '#app/web/page-meta.ts'
import type { Route } from './+types/home'

export const handle: PageHandle = { areas: ['home'] }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export function loader({ context }: Route.LoaderArgs) {
  const t = textFor(context.get(siteContext).language, 'home')
  return { meta: { title: t('meta.title'), description: t('meta.description') } }
}

export default function Home() {
  const t = useText('home')
  return (
    <main id="main" tabIndex={-1}>
      <h1>{t.rich('title', { em: (chunks) => <span>{chunks}</span> })}</h1>
    </main>
  )
}
