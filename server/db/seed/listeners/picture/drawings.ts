import { createHash } from 'node:crypto'
import { newStorageKey } from '../../../../src/platform/files/store.ts'
import { drawPicture, type Drawing } from '../../catalogue/drawn-pictures.ts'
import type { Scene } from '../../story.ts'
import type { World } from '../../world.ts'

/** The kinds of the nine slots and how each is drawn. */
export const NINE: readonly (readonly [type: number, drawing: Drawing])[] = [
  [1, 'front'],
  [2, 'smile'],
  [4, 'oblique'],
  [3, 'side'],
  [5, 'teeth'],
  [7, 'right'],
  [6, 'left'],
  [8, 'upper'],
  [9, 'lower'],
]
/** The set of start and end of an orthodontic treatment, each with which of the ways it is drawn. */
export const WHOLE_SET: readonly (readonly [type: number, drawing: Drawing, way: number])[] = [
  [10, 'pano', 0],
  [11, 'ceph', 0],
  ...NINE.map(([type, drawing]) => [type, drawing, 0] as const),
  [3, 'side', 1],
  [4, 'oblique', 1],
]
/** Drawn in so many ways; many patients share a drawing, as the store keeps the same content once. */
const WAYS = 2
const names: Readonly<Record<Drawing, string>> = {
  front: '正面像',
  smile: '微笑像',
  side: '侧面像',
  oblique: '45度像',
  teeth: '口内正面',
  left: '口内左侧',
  right: '口内右侧',
  upper: '上颌',
  lower: '下颌',
  pano: '全景片',
  ceph: '侧位片',
  film: '根尖片',
}

interface Drawn {
  id: string
  sha256: string
  bytes: Buffer
  width: number
  height: number
}

/** What a drawn picture is called: it says that nobody was photographed. */
export const drawnName = (drawing: Drawing): string => `${names[drawing]}（示意）.jpg`

/** The files of the drawn pictures, each made once. */
export class Drawings {
  readonly #files = new Map<string, Drawn>()

  constructor(
    readonly world: World,
    readonly tenantId: string,
    readonly keepFile: Scene['keepFile'],
  ) {}

  /** @param n which of the ways it is drawn in */
  async file(drawing: Drawing, n: number, { clinicId, at }: { clinicId: string; at: Date }): Promise<Drawn> {
    const way = n % WAYS
    const key = `${drawing}${way}`
    const known = this.#files.get(key)
    if (known) return known
    const { bytes, width, height } = await drawPicture(drawing, way)
    const id = this.world.r.uuid(at)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const storageKey = newStorageKey(this.tenantId, at, 'image/jpeg')
    this.keepFile({ key: storageKey, bytes, mediaType: 'image/jpeg' })
    this.world.put('file_object', {
      tenant_id: this.tenantId,
      id,
      clinic_id: clinicId,
      storage_key: storageKey,
      name: `${names[drawing]}.jpg`,
      media_type: 'image/jpeg',
      bytes: bytes.length,
      sha256,
      created_by: null,
      created_at: at,
    })
    const made = { id, sha256, bytes, width, height }
    this.#files.set(key, made)
    return made
  }
}
