import { StaticMap } from '#app/features/map/static-map.tsx'
import { useLanguage } from '#app/i18n/text/text.tsx'
import { messageParts } from '#app/rules/messages/message-parts.ts'
import { chatMapSource } from './chat-map.ts'

/** A message's text with clickable links (§5). It is isolated, so that its direction does not affect the text around it. */
export function MessageText({ text }: { text: string }) {
  const { language } = useLanguage()
  return (
    <p dir="auto">
      {messageParts(text).map((part, at) => {
        // Parts have no other name than their place.
        const key = `${at}-${part.kind}`
        if (part.kind === 'text') return part.text
        if (part.kind === 'place') {
          return <StaticMap key={key} at={part.place} source={chatMapSource(part.place, language)} size="message" />
        }
        return (
          <a key={key} href={part.href} target="_blank" rel="noreferrer nofollow ugc" dir="ltr">
            {part.text}
          </a>
        )
      })}
    </p>
  )
}
