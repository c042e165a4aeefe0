import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import { LANGUAGES, type Language } from '#app/rules/constants.ts'
import { ABOUT, readAbout, SLUG } from './about-file.ts'
import type { ContentError, Report } from './content-error.ts'
import { readFrontMatter } from './front-matter.ts'
import type { Targets } from './link-targets.ts'
import { type ReadText, renderText } from './render-text.ts'

type About<Kind extends keyof typeof ABOUT> = z.output<(typeof ABOUT)[Kind]>
export type Item<AboutIt> = { slug: string; about: AboutIt; texts: ReadText[] }

/** A content folder, read and rendered. */
export interface Content {
  authors: About<'authors'>
  tags: About<'tags'>
  posts: Item<About<'post'>>[]
  pages: Item<About<'page'>>[]
  help: Item<About<'help'>>[]
  cities: Item<undefined>[]
}

export interface ReadContent {
  content: Content
  errors: ContentError[]
  /** Warnings: intended perhaps, or not written yet. */
  warnings: ContentError[]
}

const FOLDERS = ['posts', 'pages', 'help', 'cities'] as const
/** Those that are not imported: the guides for developers are read from their files. */
const OTHERS = ['developers']
const LANGUAGE_FILE = /^(\w\w)\.md$/
/** How much of a description search engines show (CONTENT.md; *ours*). */
const DESCRIPTION = { least: 50, most: 165 }

/**
 * Reads a whole content folder (docs/decisions/content-is-files.md) and reports all errors in all files at once.
 * @param name the folder's name in messages
 * @param cities those in the database, for links
 */
export function readContentFolder(folder: string, name: string, cities: Targets['cities']): ReadContent {
  const errors: ContentError[] = []
  const warnings: ContentError[] = []
  const at =
    (list: ContentError[], path: string): Report =>
    (line, message) =>
      list.push({ file: join(name, path), line, message })
  const slugsOf = (kind: string) => listed(join(folder, kind)).filter((slug) => SLUG.test(slug))
  const targets: Targets = {
    ...{ posts: new Set(slugsOf('posts')), pages: new Set(slugsOf('pages')), help: new Set(slugsOf('help')) },
    cities,
  }

  for (const entry of listed(folder)) {
    if (![...FOLDERS, ...OTHERS, 'tags.yaml', 'authors.yaml'].includes(entry))
      at(errors, entry)(1, 'nothing reads this')
  }
  const content: Content = {
    authors: readYaml('authors.yaml', ABOUT.authors) ?? {},
    tags: readYaml('tags.yaml', ABOUT.tags) ?? {},
    posts: itemsOf('posts', ABOUT.post),
    pages: itemsOf('pages', ABOUT.page),
    help: itemsOf('help', ABOUT.help),
    cities: slugsOf('cities').map((slug) => ({ slug, about: undefined, texts: textsOf(`cities/${slug}`) })),
  }
  checkNames(content, at.bind(undefined, errors), at.bind(undefined, warnings), targets)
  return { content, errors, warnings }

  function readYaml<Schema extends z.ZodType>(path: string, schema: Schema) {
    const file = join(folder, path)
    if (existsSync(file)) return readAbout(readFileSync(file, 'utf8'), schema, at(errors, path))
    if (existsSync(folder) && path.endsWith('/about.yaml')) at(errors, path)(1, 'this file is missing')
    return undefined
  }

  function itemsOf<Schema extends z.ZodType>(kind: string, schema: Schema): Item<z.output<Schema>>[] {
    return listed(join(folder, kind)).flatMap((slug) => {
      const path = `${kind}/${slug}`
      if (!SLUG.test(slug)) {
        at(errors, path)(1, 'a folder is called by small Latin letters, digits and hyphens')
        return []
      }
      const about = readYaml(`${path}/about.yaml`, schema)
      const texts = textsOf(path)
      return about === undefined ? [] : [{ slug, about, texts }]
    })
  }

  function textsOf(path: string): ReadText[] {
    const files = listed(join(folder, path)).filter((file) => file !== 'about.yaml')
    for (const file of files) {
      const language = LANGUAGE_FILE.exec(file)?.[1]
      if (!LANGUAGES.some((one) => one === language)) at(errors, join(path, file))(1, 'nothing reads this')
    }
    return LANGUAGES.flatMap((language) => {
      const file = `${path}/${language}.md`
      if (!existsSync(join(folder, file))) {
        at(warnings, file)(1, 'this text is missing')
        return []
      }
      const text = readText(file, language)
      return text ? [text] : []
    })
  }

  function readText(file: string, language: Language): ReadText | undefined {
    const report = at(errors, file)
    const warn = at(warnings, file)
    const written = readFrontMatter(readFileSync(join(folder, file), 'utf8'), report)
    if (!written) return undefined
    const { length } = [...written.description]
    if (length < DESCRIPTION.least || length > DESCRIPTION.most) {
      warn(3, `the description has ${length} characters; search engines show best 70 to 155`)
    }
    return renderText(written, { language, targets, error: report, warning: warn })
  }
}

/** The entries of a folder, sorted, without hidden files. */
function listed(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .sort()
}

type At = (path: string) => Report

/** Checks that referenced files exist, and that each slug belongs to one post. */
function checkNames({ authors, tags, posts, help }: Content, error: At, warning: At, targets: Targets) {
  const slugs = new Map(posts.map(({ slug }) => [slug, slug]))
  for (const { slug, about } of posts) {
    const path = `posts/${slug}/about.yaml`
    if (!Object.hasOwn(authors, about.author)) error(path)(1, `authors.yaml has no ${about.author}`)
    for (const tag of about.tags) if (!Object.hasOwn(tags, tag)) error(path)(1, `tags.yaml has no ${tag}`)
    for (const city of about.cities) {
      if (targets.cities.length > 0 && !targets.cities.some((known) => known.slug === city)) {
        warning(path)(1, `there is no city ${city}`)
      }
    }
    for (const former of about.former_slugs) {
      const other = slugs.get(former)
      if (other) error(path)(1, `the former slug ${former} belongs to ${other}`)
      slugs.set(former, slug)
    }
  }
  for (const { slug, about } of help) {
    for (const other of about.related) {
      if (!targets.help.has(other)) warning(`help/${slug}/about.yaml`)(1, `there is no help entry ${other}`)
    }
  }
}
