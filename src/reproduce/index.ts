/** The tables and figures of five papers, made again from the jobs of this project: numbers, pictures, and what differs. */
export { BREAST_CANCER_CITATION, readBreastCancer } from './breast-cancer.ts';
export { csvOf } from './csv.ts';
export { type GalleryItem, galleryPage } from './gallery.ts';
export { type Materials, openMaterials } from './materials.ts';
export { PAPERS } from './papers.ts';
export { reproductions } from './registry.ts';
export type { Reproduction } from './reproduction.ts';
