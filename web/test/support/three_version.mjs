// node --import ./test/support/three_version.mjs: everything that imports "three" gets the version that CROSSFADE_THREE names, such as
// three-160 (web/package.json).
import { register } from 'node:module'

const hooks = `
  export const resolve = (name, context, next) =>
    next(name.replace(/^three(?=$|[/])/, ${JSON.stringify(process.env.CROSSFADE_THREE ?? 'three')}), {
      ...context, parentURL: /^three(?=$|[/])/.test(name) ? ${JSON.stringify(import.meta.url)} : context.parentURL })
`
register(`data:text/javascript,${encodeURIComponent(hooks)}`)
