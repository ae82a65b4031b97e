export function faultsOfCatalogues(catalogues: Record<string, Record<string, unknown>>): string[]
