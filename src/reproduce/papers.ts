/** The papers in the order in which they are reproduced, by their keys in the bibliography. */
export const PAPERS = {
  EAS16: 'Ebadi, Antignac, Sands: Sampling and Partitioning for Differential Privacy (2016)',
  BR25: 'Breutigam, Reischuk: Improving Statistical Privacy by Subsampling (2025)',
  CM06: 'Chaudhuri, Mishra: When Random Sampling Preserves Privacy (2006)',
  JG17: 'Joy, Gerla: Differential Privacy By Sampling (2017)',
  HDK22: 'Hu, Drechsler, Kim: Accuracy Gains from Privacy Amplification Through Sampling (2022)',
} as const;

export type PaperKey = keyof typeof PAPERS;
