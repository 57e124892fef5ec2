import {
  allWireSizes,
  wireMaterialNames,
  wireMaterials,
  wireSizes,
  type Wire,
  type WireMaterial,
} from '@dentin/clinical/orthodontics/vocabulary'
import type { Arch } from '@dentin/clinical/teeth'
import { toggled } from './model.ts'
import { Chip, ChipGap, ChipRow } from './Chip.tsx'
import type { OrthoVisitContent } from '@dentin/contract/orthodontic'
import type { SetVisit } from './text.ts'

const makes = (material: WireMaterial, size: string) => (wireSizes[material] as readonly string[]).includes(size)

/** The wire of one arch: a size, a material; 不换 leaves what is in. */
export function WireRow({
  arch,
  visit,
  last,
  set,
  readOnly,
  problems,
}: {
  arch: Arch
  visit: OrthoVisitContent
  /** What is in the mouth before this visit. */
  last: Wire | null
  set: SetVisit
  readOnly: boolean
  problems: readonly string[]
}) {
  const [field, word, letter] =
    arch === 'upper' ? (['upperWire', '上颌弓丝', 'U'] as const) : (['lowerWire', '下颌弓丝', 'L'] as const)
  const wire = visit[field]
  const isOff = visit.wiresOff.includes(arch)
  const material = wire?.material ?? last?.material ?? 'NiTi'
  const put = (next: Wire | null) =>
    set({ [field]: next, ...(isOff ? { wiresOff: visit.wiresOff.filter((each) => each !== arch) } : {}) })
  const choose = (size: Wire['size']) =>
    put({
      size,
      material: makes(material, size) ? material : (wireMaterials.find((each) => makes(each, size)) ?? 'NiTi'),
    })
  const of = (next: WireMaterial) => {
    const size = wire?.size ?? last?.size
    const sizes = wireSizes[next]
    put({ material: next, size: size && makes(next, size) ? size : (sizes.at(-1) ?? sizes[0]) })
  }
  return (
    <ChipRow label={word} letter={letter} problems={problems}>
      {allWireSizes
        .filter((size) => makes(material, size) || wire?.size === size || last?.size === size)
        .map((size) => (
          <Chip
            key={size}
            pressed={wire?.size === size}
            last={last?.size === size}
            disabled={readOnly}
            onClick={() => (wire?.size === size ? put(null) : choose(size))}
          >
            {size}
          </Chip>
        ))}
      <ChipGap />
      {wireMaterials.map((each) => (
        <Chip
          key={each}
          pressed={wire?.material === each}
          last={last?.material === each && wire === null}
          disabled={readOnly}
          onClick={() => of(each)}
        >
          {each === 'NiTi' ? 'NiTi' : wireMaterialNames[each]}
        </Chip>
      ))}
      <ChipGap />
      <Chip pressed={wire === null && !isOff} disabled={readOnly} onClick={() => put(null)}>
        不换
      </Chip>
      {last && (
        <Chip
          pressed={isOff}
          disabled={readOnly}
          onClick={() => set({ [field]: null, wiresOff: toggled(visit.wiresOff, arch) })}
        >
          拆除
        </Chip>
      )}
    </ChipRow>
  )
}
