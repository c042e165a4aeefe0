import '../../../styles/reading.css'

/**
 * A text that was written in Markdown and sanitised when it was imported (`api/content/import/render-markdown.ts`). For pages
 * without scripts, because hydration would compare it. `lang` is set when it is in another language.
 */
export function Prose({ html, lang }: { html: string; lang?: string | undefined }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised when it was stored
  return <div className="prose" lang={lang} dangerouslySetInnerHTML={{ __html: html }} />
}
