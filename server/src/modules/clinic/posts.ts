import type { Resource } from '@dentin/contract'
import { postNames, type DataScope, type PostCode } from '@dentin/contract/areas/posts'
import { defaultScopes } from '@dentin/contract/resources'

export type { PostCode as DefaultPostCode } from '@dentin/contract/areas/posts'

/** A post as it is when a company is set up; its administrator may change it afterwards. */
export interface DefaultPost {
  code: PostCode
  name: string
  isAdmin: boolean
  /** What the post may do, and over which data. */
  resources: Readonly<Partial<Record<Resource, DataScope>>>
}

function resourcesOf(post: PostCode): Partial<Record<Resource, DataScope>> {
  const held: Partial<Record<Resource, DataScope>> = {}
  for (const [resource, scopes] of defaultScopes) if (scopes[post]) held[resource] = scopes[post]
  return held
}

/** The ten posts that every company begins with. */
export const defaultPosts: readonly DefaultPost[] = (Object.keys(postNames) as PostCode[]).map((code) => ({
  code,
  name: postNames[code],
  isAdmin: code === 'admin',
  resources: resourcesOf(code),
}))
