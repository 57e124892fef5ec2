import { Tag } from '../../ui/index.ts'
import { groupTones } from './groups.ts'

/** A group in its colour. */
export function GroupTag({ group }: { group: { name: string; colour: string } }) {
  return <Tag tone={groupTones[group.colour] ?? 'muted'}>{group.name}</Tag>
}
