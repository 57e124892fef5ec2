import { toast } from './toast.tsx'

/** Puts a text on the clipboard and says so. @param what what was copied, in words */
export async function copyText(text: string, what = ''): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(`已复制${what}`)
  } catch {
    toast.error('浏览器不允许复制，请手动选中后复制')
  }
}
