import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

import { bundleWorker, workers } from './app/features/push/vite-workers.ts'
import { messages } from './app/i18n/text/vite-messages.ts'
import { browserOnly } from './app/web/edge/vite-browser-only.ts'
import { plainForms } from './app/web/router/scripts/vite-plain-forms.ts'
import { starter } from './app/web/router/scripts/vite-starter.ts'
import { pageStyles } from './app/web/router/style/vite-page-styles.ts'

const fromRoot = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const FRAME =
  /vite[\\/]preload-helper|app[\\/](root|entry\.client|i18n[\\/](language|language-names|accepted-language|text[\\/](?!ltr-text)[\w.-]+|format[\\/](calendar-names|country|dates|money|names|numerals))|features[\\/](frame[\\/](bars[\\/])?(?!footer-content\.tsx)[\w.-]+|sign-in[\\/]login-request)|ui[\\/](connection[\\/](failed-|form-key|held-place|held-request)[\w.-]*|form[\\/]post-form|brand[\\/](icon|logo)|page[\\/]toast[\w-]*)|web[\\/](page|router)[\\/](\w+[\\/])?[\w.-]+)\.tsx?$/
const PARTS =
  /app[\\/]ui[\\/](form[\\/](form|field|text-field|select-field|error-summary)|page[\\/](note|pagination|empty-state)|brand[\\/]picture|tag)\.tsx$/
const DATES =
  /app[\\/](ui[\\/]form[\\/](date-field|month-calendar)|i18n[\\/]format[\\/]calendar|features[\\/]dates[\\/][\w.-]+)\.tsx?$/
const SEARCH =
  /app[\\/](features[\\/]search[\\/](search-query|kept-searches\.live|recent-search|listing)|rules[\\/]search[\\/]search-filters|ui[\\/]page[\\/]kept-markup|routes[\\/]rent[\\/]search-reply)\.tsx?$/
const PIECES =
  /app[\\/](ui[\\/](card|rating|form[\\/](choice|checkbox))|features[\\/](reservation[\\/](rental-bill|trip)|booking[\\/](extras-card|book-address|held-note|day-price|free-days)|favourites[\\/]heart|phone[\\/][\w.-]+)|rules[\\/]text[\\/]plain-text)\.tsx?$/

export default defineConfig({
  plugins: [
    tailwindcss(),
    messages(),
    browserOnly(),
    pageStyles({ app: fromRoot('./app') }),
    starter(),
    plainForms({ bundle: bundleWorker }),
    workers(),
    reactRouter(),
  ],
  optimizeDeps: { include: ['@radix-ui/react-dialog', '@conform-to/react', 'icu-minify/format'] },
  environments: {
    // One server graph: the site imports the routes' build itself, so that contexts, database and API exist once.
    ssr: {
      build: {
        rolldownOptions: {
          input: fromRoot('./app/site.ts'),
          // What a browser fetches later is part of the page here (`#fetched` in package.json).
          checks: { ineffectiveDynamicImport: false },
        },
      },
    },
    client: {
      build: {
        rolldownOptions: {
          // What of them is not used need not be fetched for what it might do.
          treeshake: {
            moduleSideEffects: [{ test: /[\\/]app[\\/](ui|i18n|rules|features)[\\/].*\.tsx?$/, sideEffects: false }],
          },
          output: {
            codeSplitting: {
              // One framework chunk instead of six: fewer requests and a better ratio.
              groups: [
                {
                  name: 'framework',
                  test: /node_modules[\\/](react|react-dom|scheduler|react-router|icu-minify)[\\/]/,
                  priority: 10,
                },
                // What every page's frame needs, and what most forms are made of: two files instead of twenty.
                { name: 'frame', test: FRAME, priority: 5 },
                { name: 'parts', test: PARTS, priority: 5 },
                { name: 'search', test: SEARCH, priority: 4 },
                // A search and its days.
                { name: 'dates', test: DATES, priority: 5 },
                // What a booking and its trip are made of beside that.
                { name: 'pieces', test: PIECES, priority: 4 },
              ],
            },
          },
        },
      },
    },
  },
})
