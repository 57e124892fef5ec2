import type { ReportFrame } from './hooks.ts'

type Source = ReportFrame['sources'][number]

/** Sources as a tree, each with the names above it; who chooses one means what stands below it as well. */
export function sourceOptions(sources: readonly Source[]): { value: string; label: string }[] {
  const known = new Map(sources.map((source) => [source.id, source]))
  const pathOf = ({ name, parentId }: Source): string => {
    const parent = parentId === null ? undefined : known.get(parentId)
    return parent ? `${pathOf(parent)} › ${name}` : name
  }
  const below = (parentId: string | null): Source[] =>
    sources.filter((source) => source.parentId === parentId).flatMap((source) => [source, ...below(source.id)])
  return below(null).map((source) => ({ value: source.id, label: pathOf(source) }))
}
