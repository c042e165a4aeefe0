import { useText } from '#app/i18n/text/text.tsx'
import { NEWS_TOPICS, type NewsTopic } from '#app/rules/messages/news-topics.ts'
import { Checkbox } from '#app/ui/form/checkbox.tsx'

/** The topics of the site's news, as the field `topics` of a form. */
export function TopicBoxes({ chosen }: { chosen: readonly NewsTopic[] }) {
  const t = useText('newsletter')
  return (
    <fieldset>
      <legend>{t('topics.legend')}</legend>
      {NEWS_TOPICS.map((topic) => (
        <Checkbox key={topic} id={`topic-${topic}`} name="topics" value={topic} checked={chosen.includes(topic)}>
          {t(`topics.names.${topic}`)}
        </Checkbox>
      ))}
    </fieldset>
  )
}
