import { expect, test } from 'vitest'
import { goneAlready, notFound } from '#app/web/page/answers.ts'

test('removing something twice is fine, and any other error is thrown', async () => {
  await expect(goneAlready(Promise.resolve())).resolves.toBeUndefined()
  await expect(goneAlready(Promise.reject(notFound()))).resolves.toBeUndefined()
  await expect(goneAlready(Promise.reject(new Error('away')))).rejects.toThrow('away')
})
