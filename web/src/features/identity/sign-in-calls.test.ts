import { identity } from '@dentin/contract/identity'
import { expect, it } from 'vitest'
import { signInCalls } from './sign-in-calls.ts'

it('the calls of the sign-in page are those of the contract', () => {
  for (const [name, bare] of Object.entries(signInCalls)) {
    const declared = identity[name as keyof typeof signInCalls]
    const outline = ({ method, path, answer, params, query, body }: typeof bare) => ({
      method,
      path,
      answer,
      names: [params, query, body].map((part) => Object.keys(part)),
    })
    expect(outline(bare)).toEqual(outline(declared))
  }
})
