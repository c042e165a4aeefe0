import { z } from 'zod'
import { isEmail } from '#app/rules/identity/email.ts'
import { NEWS_TOPICS } from '#app/rules/messages/news-topics.ts'
import { anybody, publicRead } from './call/base.ts'
import { requiredText } from './shapes/text.ts'

/** A request for the newsletter. */
export const NewsletterRequest = z.object({ email: requiredText(254).refine(isEmail, 'email') })
/** Some of the site's news, each once; a form without any box sends none. */
export const NewsTopics = z.array(z.enum(NEWS_TOPICS, 'choice')).max(NEWS_TOPICS.length, 'max').default([])
/** What a subscriber chose of the newsletter. */
export const ChosenTopics = z.object({ topics: NewsTopics })

/** The token in an e-mail's link, which nobody else can generate. */
const Token = z.object({ token: requiredText(100) })

export const newsletter = {
  subscribe: anybody
    .route({
      method: 'POST',
      path: '/newsletter/subscribe/',
      summary:
        'Ask for the newsletter: an e-mail with a link to confirm goes out; all addresses get the same answer (ours)',
      tags: ['newsletter'],
    })
    .input(NewsletterRequest)
    .output(z.object({ requested: z.literal(true) })),
  confirm: anybody
    .route({
      method: 'POST',
      path: '/newsletter/confirm/',
      summary: 'Confirm a subscription with the token of its e-mail; 404 where that has ended (ours)',
      tags: ['newsletter'],
    })
    .input(Token)
    .output(z.object({ confirmed: z.literal(true) })),
  unsubscribe: anybody
    .route({
      method: 'POST',
      path: '/newsletter/unsubscribe/',
      summary: 'End a subscription with the token of any issue; repeating it changes nothing (ours)',
      tags: ['newsletter'],
    })
    .input(Token)
    .output(z.object({ ended: z.literal(true) })),
  topics: publicRead
    .route({
      method: 'GET',
      path: '/newsletter/topics/',
      summary: 'What a subscriber gets, by the token of an issue’s link; 404 where it has ended (ours)',
      tags: ['newsletter'],
    })
    .input(Token)
    .output(ChosenTopics),
  chooseTopics: anybody
    .route({
      method: 'PUT',
      path: '/newsletter/topics/',
      summary: 'Get these parts of the newsletter and no others (ours)',
      tags: ['newsletter'],
    })
    .input(ChosenTopics.extend(Token.shape))
    .output(ChosenTopics),
}
