import { expect, test } from 'vitest'
import { goneAlready, notFound } from '#app/web/page/answers.ts'

test('what is removed twice is removed, and any other failure stays one', async () => {
  await expect(goneAlready(Promise.resolve())).resolves.toBeUndefined()
  await expect(goneAlready(Promise.reject(notFound()))).resolves.toBeUndefined()
  await expect(goneAlready(Promise.reject(new Error('away')))).rejects.toThrow('away')
})
