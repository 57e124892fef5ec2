import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { fetchFile, sendFile } from './client.ts'

/** The declarations come with the first picture: the first screen is there without them. */
const declared = async () => (await import('@dentin/contract/qualification')).qualification

const MAX_BYTES = 10 * 1024 * 1024
/** What a file picker offers for pictures. */
export const PICTURE_TYPES = 'image/jpeg,image/png'

/** What is wrong with a file before it is sent; null when nothing is. The server looks at the content again. */
export function fileProblem(
  file: Pick<File, 'size' | 'type'>,
  types: readonly string[],
  otherwise: string,
): string | null {
  if (file.size > MAX_BYTES) return '上传文件不能大于10M'
  return types.includes(file.type) ? null : otherwise
}

/** The same for a picture of a form. */
export const pictureProblem = (file: Pick<File, 'size' | 'type'>): string | null =>
  fileProblem(file, PICTURE_TYPES.split(','), '请上传 jpeg、jpg 或 png 图片')

/** Sends a picture in, under the one word that the specification has for every use. @returns its id @throws ApiError */
export async function uploadPicture(file: Blob): Promise<string> {
  return (await sendFile((await declared()).upload, { paperType: 'avatar' }, file)).path
}

/** Where pictures are read from: by default as somebody of a clinic, for whom they are their own or their clinic's. */
export const PictureSource = createContext<{
  name: string
  read: (id: string, signal: AbortSignal) => Promise<Blob>
}>({ name: 'own', read: async (id, signal) => fetchFile((await declared()).picture, { id }, { signal }) })

/** A picture as an address of its own: nothing has to be given back when the screen is left. */
function dataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(new Error('图片没有读到')))
    reader.readAsDataURL(file)
  })
}

/**
 * A picture that a call answers, as the address for an `img` element; null while it loads or when it can't be had.
 * @param key what it is known by in the browser: with the version of what may change
 * @param wanted false: not yet
 * @param versioned the last part of the key is a version: the former one is shown until the next has come
 */
export function useImage(
  key: readonly unknown[],
  read: (signal: AbortSignal) => Promise<Blob>,
  {
    wanted = true,
    keepMs = 120_000,
    retry = 1,
    versioned = false,
  }: { wanted?: boolean; keepMs?: number; retry?: number; versioned?: boolean } = {},
): { src: string | null; failed: boolean; again: () => void } {
  const { data, isError, refetch } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => dataUrl(await read(signal)),
    enabled: wanted,
    staleTime: Infinity,
    gcTime: keepMs,
    retry,
    placeholderData: (former: string | undefined, query) =>
      versioned && key.slice(0, -1).every((part, n) => part === query?.queryKey[n]) ? former : undefined,
  })
  return { src: wanted ? (data ?? null) : null, failed: isError, again: () => void refetch() }
}

/** The address of a picture of a form or a person for an `img` element; null while it loads or when it can't be had. */
export function usePicture(id: string | null | undefined): { src: string | null; failed: boolean } {
  const source = use(PictureSource)
  return useImage(['picture', source.name, id], (signal) => source.read(id as string, signal), {
    wanted: Boolean(id),
    keepMs: 300_000,
    retry: 0,
  })
}
