import { NO_LENGTH } from '../geometry.ts'

/** A voxel by its index, and the size of a voxel in mm. */
export type Voxel = readonly [x: number, y: number, z: number]

const between = (one: Voxel, other: Voxel, spacing: Voxel): Voxel => [
  (other[0] - one[0]) * spacing[0],
  (other[1] - one[1]) * spacing[1],
  (other[2] - one[2]) * spacing[2],
]

/** Distance of two voxels in mm: |Δindex · spacing|. Source: clinical-calculators §2.4. */
export const voxelDistance = (one: Voxel, other: Voxel, spacing: Voxel): number =>
  Math.hypot(...between(one, other, spacing))

/** Angle at a voxel between two others, 0…180°; undefined when one of them is the vertex. */
export function voxelAngle(one: Voxel, vertex: Voxel, other: Voxel, spacing: Voxel): number | undefined {
  const [u, v] = [between(vertex, one, spacing), between(vertex, other, spacing)]
  if (Math.hypot(...u) <= NO_LENGTH || Math.hypot(...v) <= NO_LENGTH) return undefined
  const cross = Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
  return (Math.atan2(cross, u[0] * v[0] + u[1] * v[1] + u[2] * v[2]) * 180) / Math.PI
}

/** mm that stay between an implant and the canal. */
export const CANAL_MARGIN_MM = 2

/** Longest implant in mm under a crest that lies so far over the canal; 0 when there is no room. */
export const roomOverCanal = (crestToCanalMm: number): number => Math.max(0, crestToCanalMm - CANAL_MARGIN_MM)
