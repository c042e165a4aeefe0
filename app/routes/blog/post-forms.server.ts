import type { RouterContextProvider } from 'react-router'
import { CommentFields } from '#app/contract/content.ts'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { apiOf } from '#app/web/api.server.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { siteContext } from '#app/web/page/context.ts'
import { formPage, NoFields, parseForm } from '#app/web/page/forms.ts'
import { goOn } from '#app/web/page/go-on.server.ts'

const VOTES = ['like', 'dislike', 'withdraw-like', 'withdraw-dislike']

/**
 * Carries out a form of a post's page and goes back to it. For a person who is not signed in, the call leads to the
 * sign-in.
 */
export function answerPostForm(context: Readonly<RouterContextProvider>, slug: string, fields: FormData) {
  return fields.get('intent') === 'comment' ? keepComment(context, slug, fields) : countVote(context, slug, fields)
}

async function countVote(context: Readonly<RouterContextProvider>, slug: string, fields: FormData) {
  const form = await parseForm(fields, NoFields, formPage(context))
  if (!form.ok) return about('vote', form.reply)
  const intent = String(fields.get('intent'))
  if (!VOTES.includes(intent)) return about('vote', form.refuse({ '': ['required'] }))
  const withdraw = intent.startsWith('withdraw-')
  const { like, dislike } = apiOf(context).content
  try {
    await (intent.endsWith('dislike') ? dislike({ slug, withdraw }) : like({ slug, withdraw }))
  } catch (error) {
    return about('vote', refused(error, form))
  }
  return backTo(context, `/blog/${slug}#vote`, withdraw ? 'vote.withdrawn' : 'vote.counted')
}

async function keepComment(context: Readonly<RouterContextProvider>, slug: string, fields: FormData) {
  const form = await parseForm(fields, CommentFields, formPage(context))
  if (!form.ok) return about('comment', form.reply)
  try {
    await apiOf(context).content.comment({ slug, body: form.value.body })
  } catch (error) {
    return about('comment', refused(error, form))
  }
  return backTo(context, `/blog/${slug}#comments`, 'comments.sent')
}

/** The form of the page to which an answer belongs. */
function about<About extends 'vote' | 'comment', Reply extends { data: object }>(which: About, reply: Reply) {
  return { ...reply, data: { ...reply.data, about: which } }
}

function backTo(
  context: Readonly<RouterContextProvider>,
  path: string,
  key: 'vote.counted' | 'vote.withdrawn' | 'comments.sent',
) {
  return goOn(context, path, textFor(context.get(siteContext).language, 'blog')(key))
}
